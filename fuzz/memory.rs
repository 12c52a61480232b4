//! A memory limit, so that a target stops at an allocation whose size came from the input.

use std::alloc::System;

use cap::Cap;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, 256 << 20);
