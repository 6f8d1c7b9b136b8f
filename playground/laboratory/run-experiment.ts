import { startMailServer } from "../../packages/mortise/test/authjs/harness/mail-server.ts"
import { startIdentityProvider } from "../../packages/mortise/test/authjs/harness/oidc-provider.ts"
import { callbackUrl } from "../application/application.ts"
import type { AuthName, ExperimentName, ExperimentRun, Subject } from "../protocol.ts"
import { type Clock, installClock } from "../server/clock.ts"
import type { Assignment } from "../server/laboratory.ts"
import { type Bench, openOfficial, openOurs } from "./bench.ts"
import { clock as movedClock } from "./clock.ts"
import { deletion } from "./deletion.ts"
import type { Experiment } from "./experiment.ts"
import { faults } from "./faults.ts"
import type { OfficialAdapterName } from "./official-names.ts"
import { race } from "./race.ts"
import { restart } from "./restart.ts"
import { createTally } from "./tally.ts"
import { openTrial, origin, registered } from "./trial.ts"

const experiments: Readonly<Record<ExperimentName, Experiment>> = {
  race,
  deletion,
  faults,
  restart,
  clock: movedClock,
}

const libraries: Readonly<Record<AuthName, string>> = { authjs: "Auth.js", mortise: "mortise/auth" }

type Plan = { readonly role: Subject["role"]; readonly auth: AuthName; open(clock: Clock): Promise<Bench> }

/** Runs an experiment on each subject in turn, and reports the numbers as they change. */
export async function runExperiment(
  assignment: Assignment,
  onChange: (run: ExperimentRun) => void,
): Promise<void> {
  const { experiment: name } = assignment
  const subjects: Subject[] = []
  const clock = installClock()
  try {
    for (const [nth, plan] of plansOf(assignment).entries())
      await runOn(plan, experiments[name], clock, (subject) => {
        subjects[nth] = subject
        onChange({ name, status: "running", subjects: [...subjects] })
      })
  } finally {
    clock.uninstall()
  }
}

function plansOf({ store, beside, surroundings }: Assignment): Plan[] {
  const open = (clock: Clock) => openOurs(store, surroundings, clock.now)
  const official = beside as OfficialAdapterName | undefined
  return [
    { role: "mortise", auth: "mortise", open },
    { role: "adapter", auth: "authjs", open },
    ...(official
      ? ([{ role: "official", auth: "authjs", open: () => openOfficial(official, surroundings) }] as const)
      : []),
  ]
}

async function runOn(
  { role, auth, open }: Plan,
  experiment: Experiment,
  clock: Clock,
  onChange: (subject: Subject) => void,
): Promise<void> {
  clock.reset()
  const redirectUris = [callbackUrl(origin, auth)]
  const mail = await startMailServer()
  const identity = await startIdentityProvider({ people: registered, redirectUris })
  const bench = await open(clock)
  try {
    const title = `${libraries[auth]} on ${bench.adapterName}`
    const trial = openTrial(bench, auth, { mail, identity, clock })
    await experiment(trial, createTally({ title, role }, onChange))
  } finally {
    await Promise.all([bench.remove(), mail.close(), identity.close()])
  }
}
