import type { VNode } from "preact"
import { useId, useState } from "preact/hooks"
import { hostLabels, pickHost } from "../../adapter-hosts.ts"
import { type OfficialAdapterName, shortName } from "../../official-adapters.ts"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"
import { storeLabels } from "../store-labels.ts"
import { ExperimentCard } from "./experiment-card.tsx"
import { experiments } from "./experiments.ts"
import { OutageCard } from "./outage-card.tsx"
import "./laboratory.css"

const none = "none"

/** Experiments on a fresh store of the chosen kind, and next to it on an official adapter. */
export function Laboratory(): VNode {
  const { state } = usePlayground()
  const { officialAdapters, store } = state
  const id = useId()
  const [chosen, setChosen] = useState<OfficialAdapterName | typeof none>(officialAdapters[0] ?? none)
  const official = officialAdapters.find((name) => name === chosen)
  return (
    <Section
      id="laboratory"
      title="Laboratory"
      aside={
        <div class="control">
          <label for={id}>Compare with</label>
          <select
            id={id}
            class="field-input control-select"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value as typeof chosen)}
          >
            {officialAdapters.map((name) => (
              <option key={name} value={name}>
                {shortName(name)}
              </option>
            ))}
            <option value={none}>nothing: only Mortise</option>
          </select>
        </div>
      }
    >
      <p class="soft">
        Every number is measured on this machine when you press the button. Mortise runs on a new{" "}
        {storeLabels[store.name]} store
        {official && (
          <>
            , <code>{official}</code> on {hostLabels[pickHost(official, store.name)]}
          </>
        )}
        .
        {official === "@auth/prisma-adapter" &&
          " Prisma is installed when you first compare with it, which takes about half a minute."}
      </p>
      <div class="laboratory-cards">
        {experiments.map((experiment) => (
          <ExperimentCard
            key={experiment.name}
            experiment={experiment}
            run={state.experiments.find(({ name }) => name === experiment.name)}
            official={official}
          />
        ))}
        <OutageCard />
      </div>
    </Section>
  )
}
