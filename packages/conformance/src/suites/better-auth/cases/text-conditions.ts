import { listTable } from "../case.ts"
import { checkConditions, match, note, notes } from "./check-conditions.ts"

const about = {
  clause: "BA-where",
  harm: "A query finds rows that it should not, or misses rows: the wrong keys, members or users.",
} as const

const mode = "insensitive"

export const textConditions = listTable(about, checkConditions, [
  {
    id: "where/parts-of-text",
    title: "contains, starts_with and ends_with match parts of a text",
    rows: notes("hello world", "world", "worldly", "hell", ""),
    matches: [
      match([0, 1, 2], note("world", "contains")),
      match([0], note("o w", "contains")),
      match([1, 2], note("world", "starts_with")),
      match([0, 3], note("hell", "starts_with")),
      match([0, 1], note("world", "ends_with")),
      match([2], note("ly", "ends_with")),
      match([], note("xyz", "contains")),
    ],
  },
  {
    id: "where/wildcards-are-literal",
    title: "%, _, \\ and * in contains, starts_with and ends_with match themselves only",
    harm: "A search for an underscore lists all users.",
    evidence: "better-auth's Kysely adapter passes them to LIKE",
    fix: "Escape them, and say so with ESCAPE.",
    rows: notes("50% off", "50 off", "a_b", "axb", "c\\d", "cd", "e*f", "ef", "[g]", "g", "h.i", "hxi"),
    matches: [
      match([0], note("0%", "contains")),
      match([0], note("%", "contains")),
      match([2], note("_", "contains")),
      match([4], note("\\", "contains")),
      match([6], note("*", "contains")),
      match([8], note("[g]", "contains")),
      match([10], note("h.i", "contains")),
      match([2], note("a_", "starts_with")),
      match([], note("%", "starts_with")),
      match([2], note("_b", "ends_with")),
      match([4], note("\\d", "ends_with")),
      match([], note("%", "ends_with")),
    ],
  },
  {
    id: "where/parts-of-null",
    title: "contains, starts_with and ends_with do not match a row without a value, and do not fail",
    rows: notes(null, "abc"),
    matches: [
      match([1], note("b", "contains")),
      match([1], note("a", "starts_with")),
      match([1], note("c", "ends_with")),
    ],
  },
  {
    id: "where/case-matters",
    title: "Without a mode, every operator distinguishes upper and lower case",
    harm: "A search or a lookup finds the row of another person.",
    evidence: "LIKE of SQLite and MySQL ignores case",
    rows: notes("Hello", "hello", "HELLO"),
    matches: [
      match([1], note("hello")),
      match([1], note(["hello"], "in")),
      match([0, 2], note("hello", "ne")),
      match([0, 2], note(["hello"], "not_in")),
      match([0, 1], note("ell", "contains")),
      match([1], note("he", "starts_with")),
      match([2], note("LO", "ends_with")),
      match([1], note("hello", "eq", { mode: "sensitive" })),
    ],
  },
  {
    id: "where/case-ignored",
    title: "With the mode insensitive, every operator ignores the case of letters",
    harm: "A user is not found by the address as they write it.",
    rows: notes("Hello", "hello", "HELLO", "hallo", "Hello "),
    matches: [
      match([0, 1, 2], note("hELLO", "eq", { mode })),
      match([3, 4], note("hELLO", "ne", { mode })),
      match([0, 1, 2, 3], note(["hELLO", "HALLO"], "in", { mode })),
      match([3, 4], note(["hELLO"], "not_in", { mode })),
      match([0, 1, 2, 4], note("ELL", "contains", { mode })),
      match([0, 1, 2, 4], note("hEL", "starts_with", { mode })),
      match([0, 1, 2, 3], note("Lo", "ends_with", { mode })),
    ],
  },
  {
    id: "where/wildcards-are-literal-without-case",
    title: "With the mode insensitive, %, _ and \\ still match only themselves",
    harm: "A search or a lookup finds the row of another person.",
    rows: notes("A_B", "axb", "5%", "55", "c\\d"),
    matches: [
      match([0], note("a_b", "eq", { mode })),
      match([0], note("_", "contains", { mode })),
      match([2], note("%", "contains", { mode })),
      match([0], note("a_", "starts_with", { mode })),
      match([4], note("\\D", "ends_with", { mode })),
    ],
  },
  {
    id: "where/letters-with-case",
    level: "should",
    title: "The mode insensitive ignores the case of letters outside ASCII, and of nothing else",
    harm: "A person whose name is not English is not found.",
    rows: notes("ÉLAN", "élan", "elan", "ÅSA", "ЖУК"),
    matches: [
      match([0, 1], note("élan", "eq", { mode })),
      match([4], note("жук", "eq", { mode })),
      match([3], note("ås", "contains", { mode })),
    ],
  },
])
