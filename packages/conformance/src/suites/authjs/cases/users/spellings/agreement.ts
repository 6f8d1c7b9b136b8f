import type { CaseContext, NewCase } from "../../../case.ts"
import { inBatches } from "../../scale/in-batches.ts"

// Whether two spellings are one address is for the adapter to decide. Sign-up, change of address and lookup must decide
// alike: a spelling that is refused because it is taken finds the user who has it, and one that is accepted finds its own.

type Pair = readonly [plain: string, variant: string]

/** Creates two spellings of one new address, for each reason to treat them as one. */
const pairs: readonly ((name: string) => Pair)[] = [
  ...[
    ["a", "A"],
    ["a", "\uff41"],
    ["fi", "\ufb01"],
    ["k", "\u212a"],
    ["s", "\u017f"],
    ["2", "\u00b2"],
    ["i", "\u0130"],
    ["ss", "\u00df"],
    ["\u03c3", "\u03c2"],
    ["\u00e9", "e\u0301"],
    ["e", "\u00e9"],
    ["\u30ac", "\uff76\uff9e"],
    ["a", "a\u00ad"],
    ["a", " a"],
  ].map(
    ([plain, variant]) =>
      (name: string): Pair => [`${plain}${name}@example.com`, `${variant}${name}@example.com`],
  ),
  ...[
    ["@example.com", "@EXAMPLE.com"],
    ["@example.com", "@\uff45xample.com"],
    ["@example.com", "@example\u3002com"],
    ["@example.com", "\uff20example.com"],
    ["@example.com", "@example.com."],
    ["@example.com", "@example.com\u00a0"],
    ["@xn--mnchen-3ya.example", "@m\u00fcnchen.example"],
  ].map(
    ([plain, variant]) =>
      (name: string): Pair => [`${name}${plain}`, `${name}${variant}`],
  ),
]

/** Both directions: the plain spelling is stored first, or the other one. */
const everyPair = (t: CaseContext): (() => Pair)[] =>
  pairs.flatMap((make) => [
    () => make(t.unique()),
    () => {
      const [plain, variant] = make(t.unique())
      return [variant, plain]
    },
  ])

type Write = (t: CaseContext, email: string) => Promise<{ id: string }>

const createAgreementCase = (id: string, name: string, write: Write): NewCase => ({
  id: `spellings/lookups-agree-with-${id}`,
  clause: "SEC-C10",
  also: ["SEC-B2", "SEC-B7"],
  guarantees: ["unique_emails", "byte_exact_keys"],
  title: `Lookups agree with ${name} about which spellings are one address`,
  harm: "A person can neither sign in with their address nor sign up with it.",
  evidence: "CVE-2026-73420: @auth/core checked an address before it normalized it",
  fix: "Use one function for the canonical form of an address, in every operation.",
  async run(t) {
    await inBatches(t.some(everyPair(t), 10), async (make) => {
      // An adapter may refuse a spelling as invalid. Then it is not tested whether it is taken.
      const [, alone] = make()
      const valid = await t.attempt(() => write(t, alone))
      if (valid.status === "rejected") return
      const what = (email: string) => `getUserByEmail(${JSON.stringify(email)})`
      t.row(await t.adapter.getUserByEmail(alone), { id: valid.value.id }, what(alone))

      const [first, second] = make()
      const owner = await t.attempt(() => t.adapter.createUser(t.user({ email: first })))
      if (owner.status === "rejected") return
      const written = await t.attempt(() => write(t, second))
      const { id } = written.status === "fulfilled" ? written.value : owner.value
      t.row(await t.adapter.getUserByEmail(second), { id }, what(second))
      t.row(await t.adapter.getUserByEmail(first), { id: owner.value.id }, what(first))
    })
  },
})

const signUp: Write = (t, email) => t.adapter.createUser(t.user({ email }))

const changeAddress: Write = async (t, email) => {
  const { id } = await t.adapter.createUser(t.user())
  return t.adapter.updateUser({ id, email })
}

export const spellingsInAgreement: readonly NewCase[] = [
  createAgreementCase("sign-ups", "sign-ups", signUp),
  createAgreementCase("changes-of-address", "changes of address", changeAddress),
]
