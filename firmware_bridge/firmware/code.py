# mypy: disable-error-code="import-not-found"
from trackside_board import main

main()
