"""One table: hands, commands and time go in; views and lights come out."""
