"""The competition: divisions, schedule, home team, standings and tie-breaks, drop-outs, shootout and best-ofs."""
