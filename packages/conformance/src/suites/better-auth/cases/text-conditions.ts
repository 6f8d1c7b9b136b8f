import type { BetterAuthCase } from "../case.ts"
import { checkConditions, note, notes } from "./check-conditions.ts"

const about = {
  level: "must",
  clause: "BA-where",
  harm: "A query finds rows that it should not, or misses rows: the wrong keys, members or users.",
} as const

export const textConditions: readonly BetterAuthCase[] = [
  {
    ...about,
    id: "where/parts-of-text",
    title: "contains, starts_with and ends_with match parts of a text",
    run: (t) =>
      checkConditions(t, notes("hello world", "world", "worldly", "hell", ""), [
        ['note contains "world"', [note("world", "contains")], [0, 1, 2]],
        ['note contains "o w"', [note("o w", "contains")], [0]],
        ['note starts_with "world"', [note("world", "starts_with")], [1, 2]],
        ['note starts_with "hell"', [note("hell", "starts_with")], [0, 3]],
        ['note ends_with "world"', [note("world", "ends_with")], [0, 1]],
        ['note ends_with "ly"', [note("ly", "ends_with")], [2]],
        ['note contains "xyz"', [note("xyz", "contains")], []],
      ]),
  },
  {
    ...about,
    id: "where/wildcards-are-literal",
    title: "%, _, \\ and * in contains, starts_with and ends_with match themselves only",
    harm: "A search for an underscore lists all users.",
    evidence: "better-auth's Kysely adapter passes them to LIKE",
    fix: "Escape them, and say so with ESCAPE.",
    run: (t) =>
      checkConditions(
        t,
        notes("50% off", "50 off", "a_b", "axb", "c\\d", "cd", "e*f", "ef", "[g]", "g", "h.i", "hxi"),
        [
          ['note contains "0%"', [note("0%", "contains")], [0]],
          ['note contains "%"', [note("%", "contains")], [0]],
          ['note contains "_"', [note("_", "contains")], [2]],
          ['note contains "\\"', [note("\\", "contains")], [4]],
          ['note contains "*"', [note("*", "contains")], [6]],
          ['note contains "[g]"', [note("[g]", "contains")], [8]],
          ['note contains "h.i"', [note("h.i", "contains")], [10]],
          ['note starts_with "a_"', [note("a_", "starts_with")], [2]],
          ['note starts_with "%"', [note("%", "starts_with")], []],
          ['note ends_with "_b"', [note("_b", "ends_with")], [2]],
          ['note ends_with "\\d"', [note("\\d", "ends_with")], [4]],
          ['note ends_with "%"', [note("%", "ends_with")], []],
        ],
      ),
  },
  {
    ...about,
    id: "where/parts-of-null",
    title: "contains, starts_with and ends_with do not match a row without a value, and do not fail",
    run: (t) =>
      checkConditions(t, notes(null, "abc"), [
        ['note contains "b"', [note("b", "contains")], [1]],
        ['note starts_with "a"', [note("a", "starts_with")], [1]],
        ['note ends_with "c"', [note("c", "ends_with")], [1]],
      ]),
  },
  {
    ...about,
    id: "where/case-matters",
    title: "Without a mode, every operator distinguishes upper and lower case",
    harm: "A search or a lookup finds the row of another person.",
    evidence: "LIKE of SQLite and MySQL ignores case",
    run: (t) =>
      checkConditions(t, notes("Hello", "hello", "HELLO"), [
        ['note eq "hello"', [note("hello")], [1]],
        ['note in "hello"', [note(["hello"], "in")], [1]],
        ['note ne "hello"', [note("hello", "ne")], [0, 2]],
        ['note not_in "hello"', [note(["hello"], "not_in")], [0, 2]],
        ['note contains "ell"', [note("ell", "contains")], [0, 1]],
        ['note starts_with "he"', [note("he", "starts_with")], [1]],
        ['note ends_with "LO"', [note("LO", "ends_with")], [2]],
        ['note eq "hello", sensitive', [note("hello", "eq", { mode: "sensitive" })], [1]],
      ]),
  },
  {
    ...about,
    id: "where/case-ignored",
    title: "With the mode insensitive, every operator ignores the case of letters",
    harm: "A user is not found by the address as they write it.",
    run: (t) => {
      const mode = "insensitive"
      return checkConditions(t, notes("Hello", "hello", "HELLO", "hallo", "Hello "), [
        ['note eq "hELLO"', [note("hELLO", "eq", { mode })], [0, 1, 2]],
        ['note ne "hELLO"', [note("hELLO", "ne", { mode })], [3, 4]],
        ['note in "hELLO", "HALLO"', [note(["hELLO", "HALLO"], "in", { mode })], [0, 1, 2, 3]],
        ['note not_in "hELLO"', [note(["hELLO"], "not_in", { mode })], [3, 4]],
        ['note contains "ELL"', [note("ELL", "contains", { mode })], [0, 1, 2, 4]],
        ['note starts_with "hEL"', [note("hEL", "starts_with", { mode })], [0, 1, 2, 4]],
        ['note ends_with "Lo"', [note("Lo", "ends_with", { mode })], [0, 1, 2, 3]],
      ])
    },
  },
  {
    ...about,
    id: "where/wildcards-are-literal-without-case",
    title: "With the mode insensitive, %, _ and \\ still match only themselves",
    harm: "A search or a lookup finds the row of another person.",
    run: (t) => {
      const mode = "insensitive"
      return checkConditions(t, notes("A_B", "axb", "5%", "55", "c\\d"), [
        ['note eq "a_b"', [note("a_b", "eq", { mode })], [0]],
        ['note contains "_"', [note("_", "contains", { mode })], [0]],
        ['note contains "%"', [note("%", "contains", { mode })], [2]],
        ['note starts_with "a_"', [note("a_", "starts_with", { mode })], [0]],
        ['note ends_with "\\D"', [note("\\D", "ends_with", { mode })], [4]],
      ])
    },
  },
  {
    ...about,
    id: "where/letters-with-case",
    level: "should",
    title: "The mode insensitive ignores the case of letters outside ASCII, and of nothing else",
    harm: "A person whose name is not English is not found.",
    run: (t) => {
      const mode = "insensitive"
      return checkConditions(t, notes("ÉLAN", "élan", "elan", "ÅSA", "ЖУК"), [
        ['note eq "élan"', [note("élan", "eq", { mode })], [0, 1]],
        ['note eq "жук"', [note("жук", "eq", { mode })], [4]],
        ['note contains "ås"', [note("ås", "contains", { mode })], [3]],
      ])
    },
  },
]
