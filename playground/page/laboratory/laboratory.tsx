import type { VNode } from "preact"
import { useId, useState } from "preact/hooks"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"
import { ExperimentCard } from "./experiment-card.tsx"
import { experiments } from "./experiments.ts"
import { OutageCard } from "./outage-card.tsx"
import "./laboratory.css"

/** Experiments on a fresh store of the chosen kind, and next to it on an official adapter. */
export function Laboratory(): VNode {
  const { state } = usePlayground()
  const { officialAdapters } = state
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const official = chosen ?? officialAdapters[0]
  return (
    <Section
      id="laboratory"
      title="Laboratory"
      aside={
        <div class="row">
          <label for={id}>Compare with</label>
          <select
            id={id}
            class="field-input laboratory-select"
            value={official}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {officialAdapters.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      }
    >
      <p class="soft">Every number is measured on this machine when you press the button.</p>
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
