"""The simulated club year: a running site, people with phones, and a season that is counted by hand."""
