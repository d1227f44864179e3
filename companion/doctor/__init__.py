"""What ``trackside doctor`` looks at: each part of the machine, told in plain sentences."""
