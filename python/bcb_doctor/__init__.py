"""Looks at what an interpreter and its system have of what tasks need.

`main` reads one request and answers a line for each thing asked for, as it is found out.
Libraries are imported in processes of their own (`imports`, `trial`), so that one which
hangs or crashes is an answer and not the end. Standard library only, Python 3.8 or newer.
"""
