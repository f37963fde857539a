"""The tables that another library finds in a PDF: `peer.py pdfplumber|camelot FILE`. Standard output: a JSON list of tables, each a list
of rows of texts, with null where a merged cell covers a place."""

import json
import sys

tool, path = sys.argv[1:]

if tool == "pdfplumber":
    import pdfplumber

    with pdfplumber.open(path) as pdf:
        tables = [table for page in pdf.pages for table in page.extract_tables()]
else:
    import camelot

    found = camelot.read_pdf(path, pages="all", flavor="lattice")
    tables = [table.df.values.tolist() for table in found]

print(json.dumps(tables))
