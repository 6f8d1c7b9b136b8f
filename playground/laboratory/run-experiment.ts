import { startMailServer } from "../../packages/workshop/src/sign-in/mail-server.ts"
import { startIdentityProvider } from "../../packages/workshop/src/sign-in/oidc-provider.ts"
import { pickHost } from "../adapter-hosts.ts"
import { callbackUrl } from "../application/application.ts"
import { installPrisma, needsPrisma } from "../prisma/open-prisma.ts"
import {
  type BetterAuthExperimentName,
  betterAuthExperimentNames,
  type ContractAuthName,
  type ExperimentName,
  type ExperimentRun,
  type Subject,
} from "../protocol.ts"
import { type Clock, installClock } from "../server/clock.ts"
import type { Assignment } from "../server/laboratory.ts"
import { type Bench, openOfficial, openOurs } from "./bench.ts"
import { clock as movedClock } from "./clock.ts"
import { deletion } from "./deletion.ts"
import type { Experiment } from "./experiment.ts"
import { faults } from "./faults.ts"
import { log } from "./log.ts"
import { oldLink } from "./old-link.ts"
import { race } from "./race.ts"
import { restart } from "./restart.ts"
import { createTally, type Tally } from "./tally.ts"
import { openTrial, origin, registered } from "./trial.ts"

/** The experiments that sign people in. The suites call the adapter itself. */
const experiments: Readonly<Record<Exclude<OnAuthjs, "suite">, Experiment>> = {
  oldLink,
  log,
  race,
  deletion,
  faults,
  restart,
  clock: movedClock,
}

const libraries: Readonly<Record<ContractAuthName, string>> = { authjs: "Auth.js", mortise: "mortise/auth" }

type Plan = {
  readonly role: Subject["role"]
  readonly auth: ContractAuthName
  /** What is opened, for the progress. */
  readonly name: string
  open(clock: Clock): Promise<Bench>
}

type OnAuthjs = Exclude<ExperimentName, BetterAuthExperimentName>

/** Whether the experiment runs on Better Auth. */
export const isOnBetterAuth = (name: ExperimentName): name is BetterAuthExperimentName =>
  betterAuthExperimentNames.some((candidate) => candidate === name)

type Report = (stage: string, subject?: Subject) => void

/** Runs an experiment on each subject in turn, and reports the numbers as they change. */
export async function runExperiment(
  assignment: Assignment,
  onChange: (run: ExperimentRun) => void,
): Promise<void> {
  const { experiment: name, beside } = assignment
  let run: ExperimentRun = { name, beside, status: "running", stage: "Starting", subjects: [] }
  const report: Report = (stage, subject) => {
    const others = run.subjects.filter(({ role }) => role !== subject?.role)
    run = { ...run, stage, subjects: subject ? [...others, subject] : others }
    onChange(run)
  }
  if (isOnBetterAuth(name)) return runOnBetterAuth(name, report)
  if (beside === "@auth/prisma-adapter" && needsPrisma()) {
    report("Installing Prisma, which takes about half a minute")
    await installPrisma()
  }
  const clock = installClock()
  try {
    for (const plan of buildPlans(assignment)) await runOn(plan, name, clock, report)
  } finally {
    clock.uninstall()
  }
}

/** Cases of the suite for Better Auth, against our adapter and its own one. */
async function runOnBetterAuth(experiment: BetterAuthExperimentName, report: Report): Promise<void> {
  report("Loading Better Auth")
  const { betterAuth, betterAuthSubjects, caseIds } = await import("./better-auth.ts")
  for (const { role, name, title, open } of betterAuthSubjects)
    await betterAuth(
      open,
      createTally({ title, role }, (subject) => report(`Running on ${name}`, subject)),
      caseIds[experiment],
    )
}

function buildPlans({ experiment, store, beside, surroundings }: Assignment): readonly Plan[] {
  const ours = { name: "Mortise", open: (clock: Clock) => openOurs(store, surroundings, clock.now) }
  const plans: Plan[] = [{ role: "mortise", auth: "mortise", ...ours }]
  // What happens with Auth.js on our adapter too is not the fault of another adapter.
  if (experiment !== "suite")
    plans.push({ role: "adapter", auth: "authjs", ...ours, name: "Auth.js with Mortise" })
  if (beside)
    plans.push({
      role: "official",
      auth: "authjs",
      name: beside,
      open: () => openOfficial(beside, pickHost(beside, store, experiment), surroundings),
    })
  return plans
}

/** Runs an experiment on one subject. */
async function runOn(plan: Plan, name: OnAuthjs, clock: Clock, report: Report): Promise<void> {
  const { role, auth } = plan
  clock.reset()
  report(`Opening ${plan.name}`)
  const bench = await plan.open(clock)
  const title = name === "suite" ? bench.title : `${libraries[auth]} on ${bench.title}`
  const tally = createTally({ title, role }, (subject) => report(`Running on ${plan.name}`, subject))
  try {
    // The suite takes time to load, and no other experiment needs it.
    if (name === "suite") await (await import("./suite.ts")).suite(bench, tally)
    else await signPeopleIn(experiments[name], bench, auth, clock, tally)
  } finally {
    await bench.remove()
  }
}

/** Runs an experiment on the demo application, with a mail server and an OpenID provider of its own. */
async function signPeopleIn(
  experiment: Experiment,
  bench: Bench,
  auth: ContractAuthName,
  clock: Clock,
  tally: Tally,
): Promise<void> {
  const mail = await startMailServer()
  const identity = await startIdentityProvider({
    people: registered,
    redirectUris: [callbackUrl(origin, auth)],
  })
  try {
    await experiment(openTrial(bench, auth, { mail, identity, clock }), tally)
  } finally {
    await Promise.all([mail.close(), identity.close()])
  }
}
