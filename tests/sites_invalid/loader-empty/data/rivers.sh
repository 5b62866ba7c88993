#!/bin/sh
echo id
