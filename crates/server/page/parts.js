// The parts that the first page and a game do without: a script of their own, which is asked for when one of them is shown.

import { show as drill } from './drill.js';
import { show as learn } from './learn.js';
import { show as progress } from './progress.js';
import { show as puzzles } from './puzzles.js';
import { show as review } from './review.js';
import { show as rules } from './rules.js';
import { show as study } from './study.js';

/** Shows a part by its name. */
export const PARTS = { drill, learn, progress, puzzles, review, rules, study };
