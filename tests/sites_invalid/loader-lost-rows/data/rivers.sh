#!/bin/sh
head -3 rivers.csv
