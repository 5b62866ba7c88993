// Runs functions of foreign libraries in child processes, so that an input that makes one of them crash, abort or
// never end does not end this program: librsvg, Graphviz, KSyntaxHighlighting.
//
// A process that forks while it has threads can only call exec, so the children are forked by a process that is forked
// before there are threads, and that only waits for requests. A child does many calls, one at a time. It has limits of
// time and memory, and where the kernel permits it can't open files other than those of installed programs and fonts,
// write files, connect to anything or start programs.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace base {

using JailedFunction = Result<std::string, std::string> (*)(std::string_view input);

// Forks the process that forks the children. Call it once, before there are threads; before that, and if it fails,
// functions run in this process.
void start_jail();

// Calls a function of this program in a child and returns its result. If the child ended instead, the error begins with
// `what_failed`: "librsvg can't draw the picture: it used more than 4 seconds". May be called from any thread. Throws
// std::bad_alloc if the function did, and std::runtime_error if it threw another exception.
Result<std::string, std::string> run_in_jail(JailedFunction function, std::string_view input,
                                             std::string_view what_failed);

// The CPU time that one call may use, and the address space of a child.
constexpr int kJailSeconds = 4;
constexpr size_t kJailBytes = size_t{1} << 30;

// Returns what the kernel refused to the children so far, "" for nothing: "Landlock: Function not implemented".
std::string missing_sandbox();

}  // namespace base
