"""Prints the Markdown that PyMuPDF makes of a PDF, or with --version its name and version."""

import os
import sys

# What its libraries print on the way is no Markdown.
real = os.dup(1)
os.dup2(2, 1)
import pymupdf
import pymupdf4llm

argument = sys.argv[1]
version = f"PyMuPDF {pymupdf.__version__}"
text = version if argument == "--version" else pymupdf4llm.to_markdown(argument)
sys.stdout.flush()
with os.fdopen(real, "w", encoding="utf-8") as out:
    out.write(text)
