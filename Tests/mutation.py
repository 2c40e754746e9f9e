"""One of the small wrong changes that `Tests/mutate` makes."""
from dataclasses import dataclass


@dataclass
class Mutation:
    file: str
    old: str
    new: str
    suites: tuple = ()
    equivalent: str = ""
    tests: str = ""
