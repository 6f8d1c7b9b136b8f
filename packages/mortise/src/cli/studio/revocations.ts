import { randomBytes, toBase64Url } from "../../shared/bytes.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { parseRevocation } from "../revoke/parse-revocation.ts"
import { closeReceipt, newReceipt, type Receipt, withBatch } from "../revoke/receipt.ts"
import { kinds, type Position, type Problem, type Revocation } from "../revoke/revocation.ts"
import { revokeBatch } from "../revoke/revoke-batch.ts"
import type { Target } from "../revoke/target.ts"
import { describeFailure } from "../terminal/describe-error.ts"
import type { ActionInput, ActionResult } from "./api-types.ts"
import { RequestError } from "./request-error.ts"

/** A run of the breach tools: first it counts, then it ends what was counted. */
type Run = {
  readonly id: string
  readonly revocation: Revocation
  /** What was found before the first batch. */
  readonly initialProblems: readonly Problem[]
  receipt: Receipt
  position: Position | null
  isBusy: boolean
}

/** The breach tools of a studio. One run exists at a time, in the memory of this process, as positions have addresses. */
export type Revocations = Readonly<ReturnType<typeof createRevocations>>

export function createRevocations(target: Target, now: () => number) {
  let current: Run | undefined

  const findRun = (id: string): Run => {
    if (!current || current.id !== id)
      throw new RequestError(409, "no_run", "Another count has replaced this one: count again.")
    if (current.isBusy) throw new RequestError(409, "busy", "This run is in progress.")
    return current
  }

  const open = async (
    id: string,
    revocation: Revocation,
    initialProblems: readonly Problem[],
  ): Promise<Run> => {
    const receipt = await newReceipt(target, revocation, initialProblems, now)
    return { id, revocation, initialProblems, receipt, position: receipt.next, isBusy: false }
  }

  const batch = async (run: Run): Promise<ActionResult> => {
    if (!run.position) return toResult(run, 0, [])
    run.isBusy = true
    try {
      const ended = await revokeBatch(target, run.revocation, run.position, now)
      run.position = ended.next
      run.receipt = withBatch({ ...run.receipt, state: "running", endedAt: null }, ended)
      if (ended.failure !== undefined) throw ended.failure
      if (!run.position) run.receipt = closeReceipt(target, run.receipt, "complete", now)
      return toResult(run, run.revocation.isDryRun ? 0 : changedIn(ended.counts), ended.problems)
    } catch (error) {
      run.receipt = closeReceipt(target, { ...run.receipt, isExact: run.revocation.isDryRun }, "failed", now)
      const why = await describeFailure(error)
      throw new RequestError(502, "store_failed", why)
    } finally {
      run.isBusy = false
    }
  }

  return {
    /** Starts a run, which counts its first batch. */
    async count(input: ActionInput): Promise<ActionResult> {
      if (current?.isBusy) throw new RequestError(409, "busy", "Another run is in progress.")
      const { revocation, problems } = await target.check(parse(input))
      current = await open(toBase64Url(randomBytes(9)), revocation, problems)
      return batch(current)
    },

    /** Starts to end what was counted. Refused before everything is counted. */
    async apply(id: string): Promise<ActionResult> {
      const { revocation, initialProblems, receipt } = findRun(id)
      if (receipt.state !== "complete" || !revocation.isDryRun)
        throw new RequestError(409, "not_counted", "Count everything first.")
      current = await open(id, { ...revocation, isDryRun: false }, initialProblems)
      return batch(current)
    },

    /** The next batch. */
    proceed: async (id: string) => batch(findRun(id)),

    /** Closes the receipt of a run that is not complete. The next batch opens it again. */
    async stop(id: string): Promise<ActionResult> {
      const run = findRun(id)
      if (run.receipt.state === "running") run.receipt = closeReceipt(target, run.receipt, "stopped", now)
      return toResult(run, 0, [])
    },
  }
}

function parse({ rule, value, kinds: chosen, before }: ActionInput): Revocation {
  const pickValue = (name: string) => (rule === name ? value : undefined)
  try {
    return parseRevocation({
      all: rule === "all",
      provider: pickValue("provider"),
      domain: pickValue("domain"),
      users: pickValue("users"),
      kinds: kinds.filter((kind) => chosen.split(",").includes(kind)),
      before: before === "" ? undefined : before,
      isDryRun: true,
    })
  } catch (error) {
    if (error instanceof ExitError && error.code === exitCodes.usage)
      throw new RequestError(400, "invalid", error.message)
    throw error
  }
}

const toResult = ({ id, receipt }: Run, changed: number, problems: readonly Problem[]): ActionResult => ({
  changed,
  left: receipt.next ? 1 : 0,
  notEnded: problems.map(({ why }) => why),
  revocation: { run: id, receipt },
})

/** How many rows a batch has changed. */
const changedIn = ({ sessions = 0, accounts = 0, links = 0 }: Partial<Receipt["ended"]>): number =>
  sessions + accounts + links
