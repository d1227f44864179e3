from trackside_board import main

main()
