import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { hostLabels, pickHost } from "../../adapter-hosts.ts"
import { type OfficialAdapterName, shortName } from "../../official-adapters.ts"
import type { ExperimentName } from "../../protocol.ts"
import { plural } from "../format.ts"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"
import { storeLabels } from "../store-labels.ts"
import { AdapterChoice } from "./adapter-choice.tsx"
import { type Claim, exhibits } from "./exhibits.ts"
import { ExperimentCard } from "./experiment-card.tsx"
import { experiments } from "./experiments.ts"
import "./laboratory.css"

/** What Mortise is, a claim about the chosen library, and the experiments that show it on this machine. */
export function Laboratory(): VNode {
  const { state } = usePlayground()
  const { auth, officialAdapters, experiments: runs } = state
  const isBetterAuth = auth === "better-auth"
  const [chosen, setChosen] = useState<OfficialAdapterName | undefined>(officialAdapters[0])
  const official = isBetterAuth ? undefined : chosen
  const { claim, featured, more } = exhibits[auth]
  const [first, ...others] = featured
  const renderCard = (name: ExperimentName, shownClaim?: Claim) => (
    <ExperimentCard
      key={name}
      name={name}
      run={runs.find((run) => run.name === name)}
      official={official}
      claim={shownClaim}
    />
  )
  return (
    <Section
      id="laboratory"
      title="Laboratory"
      aside={!isBetterAuth && <AdapterChoice value={chosen} onChange={setChosen} />}
    >
      <p class="laboratory-lead">
        Mortise is the data layer of sign-in: it stores the users, sessions and tokens of Auth.js,
        mortise/auth and Better Auth.
      </p>
      <div class="experiments featured">
        {renderCard(first, claim(official && shortName(official)))}
        {others.map((name) => renderCard(name))}
      </div>
      {more.length > 0 && (
        <details class="more">
          <summary>
            {plural(more.length, "more experiment")}
            <span class="more-titles">: {more.map((name) => experiments[name].title).join(", ")}</span>
          </summary>
          <div class="experiments">{more.map((name) => renderCard(name))}</div>
        </details>
      )}
      <p class="soft">
        Every number is measured on this machine when you press a button. <Subjects official={official} />
      </p>
    </Section>
  )
}

/** On what the experiments run. */
function Subjects({ official }: { readonly official: OfficialAdapterName | undefined }): VNode {
  const { auth, store } = usePlayground().state
  if (auth === "better-auth")
    return (
      <>
        <code>mortiseDatabase</code> and Better Auth’s own Kysely adapter run on SQLite in memory.
      </>
    )
  return (
    <>
      Mortise runs on a new {storeLabels[store.name]} store
      {official && (
        <>
          , <code>{official}</code> on {hostLabels[pickHost(official, store.name)]}
        </>
      )}
      .
      {official === "@auth/prisma-adapter" &&
        " Prisma is installed when you first compare with it, which takes about half a minute."}
    </>
  )
}
