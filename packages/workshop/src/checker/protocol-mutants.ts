import type { ScriptChange } from "./redis-commands.ts"

/** A protocol with one defect. */
export type Mutant = ScriptChange & { readonly name: string }

/** One defect in each step of the protocol for a Cluster. */
export const mutants: readonly Mutant[] = [
  {
    name: "a killed nonce commits",
    script: "commit",
    part: "if remembers('~x', nonce) then return 'dead' end",
    by: "",
  },
  { name: "a kill is not remembered", script: "kill", part: "remember('~x', nonce, '')", by: "" },
  {
    name: "a kill does not look whether the nonce is committed",
    script: "kill",
    part: "if isLive then return 'live' end",
    by: "",
  },
  {
    name: "a place is overwritten",
    script: "put",
    part: "if holder[2] and holder[2] ~= replaced then",
    by: "if false then",
  },
  {
    name: "a call frees the place of another",
    script: "free",
    part: "if holder[2] == argument()",
    by: "if argument()",
  },
  {
    name: "rows are committed to a user that does not exist",
    script: "commit",
    part: "if not isNew and not generation then return 'orphan' end",
    by: "generation = generation or 'none'",
  },
  {
    name: "a user is committed over another",
    script: "commit",
    part: "if isNew and generation then return 'taken' end",
    by: "",
  },
  {
    name: "a row is taken although it has another nonce",
    script: "takeOwned",
    part: "stored[3] ~= argument()",
    by: "not argument()",
  },
  {
    name: "a row is changed although it has another nonce",
    script: "updateOwned",
    part: "stored[3] ~= argument()",
    by: "not argument()",
  },
  {
    name: "an email is committed with a killed claim",
    script: "updateUser",
    part: "(nonce == '' or remembers('~x', nonce))",
    by: "nonce == ''",
  },
  {
    name: "a removal ignores that the email has changed",
    script: "fence",
    part: "or (user[3] or '') ~= claim",
    by: "",
  },
  {
    name: "a removal puts no notice on tokens",
    script: "notice",
    part: "redis.call('HSET', KEYS[1], '~r', ARGV[1])",
    by: "redis.call('EXISTS', KEYS[1])",
  },
  {
    name: "a true notice does not drop tokens",
    script: "resolve",
    part: "if ARGV[2] == 'drop'",
    by: "if ARGV[2] == 'never'",
  },
  {
    name: "a removal does not remember its notice",
    script: "fence",
    part: "remember('~f', generation, notice)",
    by: "",
  },
  {
    name: "a token is used although a notice is on it",
    script: "takeField",
    part: "if stored[2] and stored[2] ~= ignored",
    by: "if false",
  },
]
