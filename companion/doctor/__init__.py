"""The parts of the machine that ``trackside doctor`` looks at, told in plain sentences."""
