//! A limit on memory, so that a target stops at an allocation whose size somebody's number decided.

use std::alloc::System;

use cap::Cap;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, 256 << 20);
