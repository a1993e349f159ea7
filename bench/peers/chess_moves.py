"""Count how many moves python-chess undoes and redoes per second of CPU time.

A board forgets the moves that it undoes. This script stores them, as any program with a redo must.
"""

import sys
import time

import chess  # type: ignore[import-not-found]

TIMES = 200_000

board = chess.Board()
for move in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"):
    board.push_san(move)
taken_back: list[chess.Move] = []
started_at = time.process_time()
for _ in range(TIMES):
    taken_back.append(board.pop())
    board.push(taken_back.pop())
sys.stdout.write(str(TIMES / (time.process_time() - started_at)))
