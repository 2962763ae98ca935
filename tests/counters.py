# SPDX-License-Identifier: MIT
"""Gives a recorded trace the tables it lacks, and what tests/counters.sql invents: add(PATH)."""
import os
import re
import sqlite3

folder = os.path.dirname(os.path.realpath(__file__))


def read(*path):
    with open(os.path.join(folder, *path), encoding="utf-8") as file:
        return file.read()


def add(path):
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous = OFF")
    for table in re.findall(r"^CREATE TABLE .*?^\) STRICT[^;]*;", read("..", "schema", "schema.sql"), re.M | re.S):
        db.execute(table.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS", 1))
    db.executescript(read("counters.sql"))
    db.close()
