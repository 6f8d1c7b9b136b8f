import { type Call, mark } from "./call.ts"
import { adapterSubject, layeredSubject, listPairs, pairs, splitSubject } from "./calls.ts"
import type { Scenario } from "./check-order.ts"
import type { Variant } from "./engines.ts"
import type { Bounds } from "./explore.ts"
import { lifecycleSubject } from "./lifecycle-subject.ts"
import type { Subject } from "./subject.ts"
import { callOther, tenantSubject } from "./tenant-subject.ts"
import { tokenSubject } from "./token-subject.ts"
import { transferSubject } from "./transfer-subject.ts"

/** A part of what is run on an engine: scenarios and their bounds. */
export type Part = {
  readonly name: string
  readonly scenarios: readonly Scenario[]
  readonly bounds: Partial<Bounds>
  /** How many scenarios of the same kind are left out. */
  readonly leftOut: number
  /** What the adapters of the engine have. */
  readonly variant?: Variant
}

/** The operations of triples: tokens, sessions and removal. */
const inTriples =
  /^(createSession|getSessionAndUser|updateSession|deleteSession|.*VerificationToken|deleteUser)$/

/** The operations that a layer changes, and those that remove their rows. */
const inLayers =
  /^(.*Session.*|linkAccount|getAccount|unlinkAccount|updateAccount|listAccounts|signUp|deleteUser)$/

const calls = adapterSubject.calls

/** Every pair of calls on an adapter that can touch a common row. */
export const pairScenarios: readonly Scenario[] = pairs.map((pair) => ({
  subject: adapterSubject,
  calls: pair,
}))

/** Three calls, each two of which can touch a common row, and two of which change something. */
function listTriples(chosen: readonly Call[]): (readonly Call[])[] {
  const index = new Map(chosen.map((call, place) => [call, place]))
  const key = (first: Call, second: Call) => `${index.get(first)} ${index.get(second)}`
  const meeting = new Set(listPairs(chosen).map(([first, second]) => key(first, second)))
  return chosen.flatMap((first, a) =>
    chosen.slice(a).flatMap((second, b) =>
      chosen
        .slice(a + b)
        .filter((third) =>
          [key(first, second), key(first, third), key(second, third)].every((pair) => meeting.has(pair)),
        )
        .map((third) => [first, second, third]),
    ),
  )
}

/** Every group of as many calls of a subject. */
const listGroups = (chosen: readonly Call[], size: number): (readonly Call[])[] =>
  size === 0
    ? [[]]
    : chosen.flatMap((call, index) =>
        listGroups(chosen.slice(index), size - 1).map((others) => [call, ...others]),
      )

/** One of so many groups, always the same ones. */
const definePart = (
  name: string,
  subject: Subject,
  groups: readonly (readonly Call[])[],
  { share = 1, ...bounds }: Partial<Bounds> & { readonly share?: number },
): Part => {
  const scenarios = groups
    .filter((_, index) => index % share === 0)
    .map((group) => ({ subject, calls: group }))
  return { name, scenarios, bounds, leftOut: groups.length - scenarios.length }
}

const ofOperations = (operations: RegExp): readonly Call[] =>
  calls.filter(({ operation }) => operations.test(operation))

const triples = listTriples(ofOperations(inTriples))
const inLayerPairs = pairs.filter((pair) =>
  pair.every((call) => inLayers.test(call.operation) && !takesPlainSession(call)),
)

/** Whether a call creates a session whose token is stored without its hash: the layer does not find that it is taken. */
function takesPlainSession({ operation, args }: Call): boolean {
  return operation === "createSession" && JSON.stringify(args).includes(`"s1${mark}"`)
}

/** Calls that take several steps without a transaction: crashes happen in orders with at most one preemption. */
const defineProtocol = (
  name: string,
  subject: Subject,
  groups: readonly (readonly Call[])[],
  share = 1,
): readonly Part[] => [
  definePart(`${name}, 2`, subject, groups, { faults: [], preemptions: 2, share }),
  definePart(`${name}, 2, one fault`, subject, groups, { preemptions: 1, share }),
]

/** Three callers, of which two crash. The others run only when a caller has ended or crashed. */
const defineCrashes = (
  name: string,
  subject: Subject,
  groups: readonly (readonly Call[])[],
  share: number,
): Part =>
  definePart(`${name}, 3, two crashes`, subject, groups, {
    faults: ["die"],
    mostFaults: 2,
    preemptions: 0,
    share,
  })

const protocols: readonly Part[] = [
  ...defineProtocol("layers", layeredSubject, inLayerPairs).map(
    (part): Part => ({ ...part, variant: "layers" }),
  ),
  ...defineProtocol("lifecycle", lifecycleSubject, listGroups(lifecycleSubject.calls, 2)),
  ...defineProtocol("tokens", tokenSubject, listGroups(tokenSubject.calls, 2)),
  defineCrashes("tokens", tokenSubject, listGroups(tokenSubject.calls, 3), 7),
  ...defineProtocol("transfer", transferSubject, listGroups(transferSubject.calls, 2)),
  defineCrashes("transfer", transferSubject, listGroups(transferSubject.calls, 3), 11),
]

/** Every pair of calls that can touch a common row, made by one tenant each. */
const tenants: Part = {
  name: "calls of two tenants, 2",
  scenarios: pairs.map(([first, second]) => ({ subject: tenantSubject, calls: [first, callOther(second)] })),
  bounds: { faults: [] },
  leftOut: 0,
  variant: "tenants",
}

const oneStore: readonly Part[] = [
  definePart("calls, 2, one fault", adapterSubject, pairs, {}),
  definePart("calls, 3", adapterSubject, triples, { faults: [], preemptions: 2 }),
  tenants,
  ...protocols,
]

const parts: Readonly<Record<string, readonly Part[]>> = {
  Split: [...defineProtocol("calls", splitSubject, pairs), defineCrashes("calls", splitSubject, triples, 23)],
  "Redis Cluster": [
    definePart("calls, 2", adapterSubject, pairs, { faults: [] }),
    definePart("calls, 2, one fault", adapterSubject, pairs, { preemptions: 1 }),
    defineCrashes("calls", adapterSubject, triples, 23),
    tenants,
    ...protocols,
  ],
}

/** What is run on an engine. */
export const listParts = (engine: string): readonly Part[] => parts[engine] ?? oneStore
