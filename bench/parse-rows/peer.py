"""The tables that another library finds in PDFs: `peer.py pdfplumber|pymupdf4llm FILE...`. The last line of standard output: a JSON list
with the tables of each file, each a list of rows of texts."""

import json
import re
import sys

tool, *paths = sys.argv[1:]


def pdfplumber_tables(path):
    import pdfplumber

    with pdfplumber.open(path) as pdf:
        return [
            [[(cell or "").replace("\n", " ") for cell in row] for row in table]
            for page in pdf.pages
            for table in page.extract_tables() or page.extract_tables({"vertical_strategy": "text", "horizontal_strategy": "text"})
        ]


def pymupdf4llm_tables(path):
    import pymupdf4llm

    tables = [[]]
    for line in pymupdf4llm.to_markdown(path, show_progress=False).splitlines():
        if not line.startswith("|"):
            tables.append([])
        elif not re.fullmatch(r"[|:\s-]+", line) or re.search(r"\|\s+\|", line):
            cells = re.split(r"(?<!\\)\|", line.strip())[1:-1]
            tables[-1].append([re.sub(r"<br>|\*\*|\\(?=\W)", lambda m: " " if m[0] == "<br>" else "", cell).strip() for cell in cells])
    return [table for table in tables if table]


read = {"pdfplumber": pdfplumber_tables, "pymupdf4llm": pymupdf4llm_tables}[tool]
print()
print(json.dumps([read(path) for path in paths]))
