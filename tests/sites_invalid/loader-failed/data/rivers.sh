#!/bin/sh
echo "the database is asleep" >&2
exit 1
