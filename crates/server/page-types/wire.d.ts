// The page's names for the server's types, and the types that several of its modules share.

import type { components } from './api';

type Schemas = components['schemas'];

export type Analysis = Schemas['Analysed'];
export type AskedOf = Schemas['AskedJson'];
export type AskedPuzzle = Schemas['AskedPuzzleJson'];
export type Attempt = Schemas['AttemptJson'];
export type Block = Schemas['BlockJson'];
export type Card = Schemas['CardJson'];
export type Change = Near<Schemas['Change']>;
export type Command = Schemas['Command'];
export type Course = Schemas['CourseJson'];
export type Daily = Schemas['DailyJson'];
export type Diff = Schemas['Diff'];
export type Drill = Schemas['DrillJson'];
export type Game = Near<Schemas['Game']>;
export type GameProgress = Schemas['GameProgressJson'];
export type GameThemes = Schemas['GameThemes'];
/** What a message says of what happened, besides the state. */
export type Happening = Pick<Change, 'plies'> & Pick<Diff, 'what' | 'by' | 'emote'>;
export type Hint = Schemas['HintJson'];
export type Inline = Schemas['InlineJson'];
export type Judged = Schemas['JudgedJson'];
export type Lesson = Schemas['LessonJson'];
export type Listed = Schemas['Listed'];
export type Offered = Schemas['Offered'];
export type Opening = Schemas['Opening'];
export type Parameter = Schemas['ParameterJson'];
export type Played = Schemas['PlayedJson'];
export type Player = Schemas['PlayerJson'];
export type Prediction = Schemas['Prediction'];
export type Point = Schemas['PointJson'];
export type Problem = Schemas['Problem'];
export type Progress = Schemas['LearnerStanding'];
export type Reply = Schemas['ReplyJson'];
export type Review = Schemas['ReviewedJson'];
export type ReviewedMove = Schemas['ReviewedMoveJson'];
export type Rules = Schemas['RulesJson'];
export type Said = Schemas['Said'];
export type Seated = Schemas['Seated'];
export type Solution = Schemas['Solution'];
export type Strength = Schemas['StrengthJson'];
export type Stand = Schemas['StandJson'];
export type Strategy = Schemas['StrategyJson'];
export type Tried = Schemas['TriedJson'];
export type TimeControl = Schemas['TimeControl'];
export type Turn = Schemas['Turn'];
export type Versus = Schemas['VersusJson'];

/** Positions on a line may exceed the exact range of numbers. */
export type Question = Omit<Schemas['Question'], 'from'> & { from?: bigint | null };

/** A board as it is sent: positions that would not be exact as numbers are strings. */
export type SentBoard = Schemas['BoardJson'];

/** A move with its cells as numbers. In a room they are always numbers, because its line is short. */
export type Move = Omit<Schemas['MoveView'], 'cells' | 'then'> & { cells?: number[] | null;
  then?: [number, string][] | null };
export type MoveColumns = Schemas['MoveColumns'];
type Near<T> = Omit<T, 'moves'> & { moves: Move[][] };

/** The broadcast messages of a room. */
export type Told = Game | Change | Diff | Schemas['PresenceView'];

/** Every message of a room's socket. */
export type Message = Schemas['Says'] | Told;

/** The server's response at a path. */
export type Answer<Path extends string> = Path extends '/api/games' ? Offered[]
  : Path extends '/api/players' ? Player[]
  : Path extends '/api/lessons' ? Course[]
  : Path extends `${string}/answer` ? Reply
  : Path extends `${string}/predict` ? Reply
  : Path extends `${string}/hint` ? { text: string }
  : Path extends `${string}/solution` ? Solution
  : Path extends `/api/lessons/${string}` ? Lesson
  : Path extends '/api/puzzles/themes' ? GameThemes[]
  : Path extends `/api/puzzles/daily${string}` ? Daily
  : Path extends `/api/puzzles/${string}` ? AskedPuzzle
  : Path extends `/api/puzzles${string}` ? AskedPuzzle[]
  : Path extends '/api/progress' ? Progress
  : Path extends '/api/drills' ? Schemas['DrillsOfDay']
  : Path extends '/api/review' ? Review
  : Path extends '/api/rooms' ? Seated
  : Path extends `/api/rooms?${string}` ? Listed[]
  : Path extends `/api/rooms/${string}/join` ? Seated
  : Path extends `/api/rooms/${string}/review${string}` ? Review
  : Path extends `/api/rooms/${string}` ? Game
  : Path extends `/api/games/${string}/rules${string}` ? Rules
  : unknown;

/** The hands of a position that is set up. */
export type Deal = Schemas['Deal'];

/** The answers about a position. */
export interface Answers {
  analysis: Analysis;
  board: Board;
  hint: Hint;
  odds: Schemas['OddsJson'];
  placements: Schemas['Placements'];
  predictions: Prediction[];
  review: Review;
  seating: Schemas['SeatingJson'];
  try: Tried;
}

/** A line to draw, or a part of it. If `base` is given, it is added to every number. */
export interface Line {
  first: number;
  last?: number;
  from?: number;
  base?: bigint;
  cells: string;
  moves?: Move[][];
}

/** A position as the server draws it: `ends` are the first and last number of the line and the first of the window. */
export type Board = Omit<Near<SentBoard>, 'first' | 'last' | 'from'> & { first: number; last: number; from: number;
  base?: bigint; ends: [bigint, bigint, bigint]; window?: string };

/** A move that is made by pointing at cells. */
export type Pointed = Move & { cells: number[] };

/** The value of a move, as shown beside a cell. */
export interface Value {
  text: string;
  letter: string;
  remoteness?: number | null;
  label: string;
}

export interface LineOptions {
  /** The seat whose moves can be made here; without it nothing can be selected. */
  seat?: number | null;
  onMove?: (text: string) => void;
  /** Called with the selected move. */
  onAim?: (move: Move | null) => void;
  /** Called with the number of a cell where no move is possible. */
  onIdle?: (number: number) => void;
  /** Called with the number of a cell that is clicked, instead of playing there. */
  onCell?: (number: number) => void;
  values?: Value[];
  /** Whether values may be shown, now or later. */
  valued?: boolean;
  /** Whether nobody will move any more. */
  over?: boolean;
  /** The cells to mark as the last move, and those that it blocked. */
  last?: number[];
  blocked?: number[];
  /** The cells that mean something wherever the pieces are. */
  landmarks?: Schemas['LandmarkJson'][];
  /** The line's name for screen readers. */
  label?: string;
}

/** What a part of the page is shown with. It may return a function to call when it is left. */
export interface Asked {
  parts: string[];
  query: URLSearchParams;
}
export type Leave = (() => void) | undefined | void;

/** What can be put into a node. */
export type Child = Node | string | number | null | undefined | false | Child[];

/** Attributes of a node, and special ones: its text, its class, its event handlers. */
export interface Props {
  class?: string;
  text?: string | number | null;
  testid?: string;
  data?: Record<string, string | number | undefined>;
  on?: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => unknown };
  [attribute: string]: unknown;
}
