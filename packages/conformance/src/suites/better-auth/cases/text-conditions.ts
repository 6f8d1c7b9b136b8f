import type { BetterAuthCase } from "../case.ts"
import { type ConditionCase, note, notes, toCase } from "./check-conditions.ts"

const about = {
  level: "must",
  clause: "BA-where",
  harm: "A query finds rows that it should not, or misses rows: the wrong keys, members or users.",
} as const

const mode = "insensitive"

const table: readonly ConditionCase[] = [
  {
    ...about,
    id: "where/parts-of-text",
    title: "contains, starts_with and ends_with match parts of a text",
    rows: notes("hello world", "world", "worldly", "hell", ""),
    matches: [
      [[note("world", "contains")], [0, 1, 2]],
      [[note("o w", "contains")], [0]],
      [[note("world", "starts_with")], [1, 2]],
      [[note("hell", "starts_with")], [0, 3]],
      [[note("world", "ends_with")], [0, 1]],
      [[note("ly", "ends_with")], [2]],
      [[note("xyz", "contains")], []],
    ],
  },
  {
    ...about,
    id: "where/wildcards-are-literal",
    title: "%, _, \\ and * in contains, starts_with and ends_with match themselves only",
    harm: "A search for an underscore lists all users.",
    evidence: "better-auth's Kysely adapter passes them to LIKE",
    fix: "Escape them, and say so with ESCAPE.",
    rows: notes("50% off", "50 off", "a_b", "axb", "c\\d", "cd", "e*f", "ef", "[g]", "g", "h.i", "hxi"),
    matches: [
      [[note("0%", "contains")], [0]],
      [[note("%", "contains")], [0]],
      [[note("_", "contains")], [2]],
      [[note("\\", "contains")], [4]],
      [[note("*", "contains")], [6]],
      [[note("[g]", "contains")], [8]],
      [[note("h.i", "contains")], [10]],
      [[note("a_", "starts_with")], [2]],
      [[note("%", "starts_with")], []],
      [[note("_b", "ends_with")], [2]],
      [[note("\\d", "ends_with")], [4]],
      [[note("%", "ends_with")], []],
    ],
  },
  {
    ...about,
    id: "where/parts-of-null",
    title: "contains, starts_with and ends_with do not match a row without a value, and do not fail",
    rows: notes(null, "abc"),
    matches: [
      [[note("b", "contains")], [1]],
      [[note("a", "starts_with")], [1]],
      [[note("c", "ends_with")], [1]],
    ],
  },
  {
    ...about,
    id: "where/case-matters",
    title: "Without a mode, every operator distinguishes upper and lower case",
    harm: "A search or a lookup finds the row of another person.",
    evidence: "LIKE of SQLite and MySQL ignores case",
    rows: notes("Hello", "hello", "HELLO"),
    matches: [
      [[note("hello")], [1]],
      [[note(["hello"], "in")], [1]],
      [[note("hello", "ne")], [0, 2]],
      [[note(["hello"], "not_in")], [0, 2]],
      [[note("ell", "contains")], [0, 1]],
      [[note("he", "starts_with")], [1]],
      [[note("LO", "ends_with")], [2]],
      [[note("hello", "eq", { mode: "sensitive" })], [1]],
    ],
  },
  {
    ...about,
    id: "where/case-ignored",
    title: "With the mode insensitive, every operator ignores the case of letters",
    harm: "A user is not found by the address as they write it.",
    rows: notes("Hello", "hello", "HELLO", "hallo", "Hello "),
    matches: [
      [[note("hELLO", "eq", { mode })], [0, 1, 2]],
      [[note("hELLO", "ne", { mode })], [3, 4]],
      [[note(["hELLO", "HALLO"], "in", { mode })], [0, 1, 2, 3]],
      [[note(["hELLO"], "not_in", { mode })], [3, 4]],
      [[note("ELL", "contains", { mode })], [0, 1, 2, 4]],
      [[note("hEL", "starts_with", { mode })], [0, 1, 2, 4]],
      [[note("Lo", "ends_with", { mode })], [0, 1, 2, 3]],
    ],
  },
  {
    ...about,
    id: "where/wildcards-are-literal-without-case",
    title: "With the mode insensitive, %, _ and \\ still match only themselves",
    harm: "A search or a lookup finds the row of another person.",
    rows: notes("A_B", "axb", "5%", "55", "c\\d"),
    matches: [
      [[note("a_b", "eq", { mode })], [0]],
      [[note("_", "contains", { mode })], [0]],
      [[note("%", "contains", { mode })], [2]],
      [[note("a_", "starts_with", { mode })], [0]],
      [[note("\\D", "ends_with", { mode })], [4]],
    ],
  },
  {
    ...about,
    id: "where/letters-with-case",
    level: "should",
    title: "The mode insensitive ignores the case of letters outside ASCII, and of nothing else",
    harm: "A person whose name is not English is not found.",
    rows: notes("ÉLAN", "élan", "elan", "ÅSA", "ЖУК"),
    matches: [
      [[note("élan", "eq", { mode })], [0, 1]],
      [[note("жук", "eq", { mode })], [4]],
      [[note("ås", "contains", { mode })], [3]],
    ],
  },
]

export const textConditions: readonly BetterAuthCase[] = table.map(toCase)
