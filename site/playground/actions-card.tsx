import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../packages/pages/src/button.tsx"
import { Card } from "../../packages/pages/src/card.tsx"
import { Segmented } from "../../packages/pages/src/segmented.tsx"
import { type Action, actions, type Person, type PersonName, toEmail } from "./actions.ts"

type ActionsCardProps = {
  readonly people: Readonly<Record<PersonName, Person>>
  /** Nothing can be done now. */
  readonly isClosed: boolean
  readonly onAct: (name: PersonName, action: Action) => void
}

const people = [
  { value: "Ada", label: "Ada" },
  { value: "Grace", label: "Grace" },
] as const

/** The buttons, for the chosen person. A button that makes no sense yet is disabled. */
export function ActionsCard({ people: knownPeople, isClosed, onAct }: ActionsCardProps): VNode {
  const [name, setName] = useState<PersonName>("Ada")
  return (
    <Card
      title="Do something"
      level={2}
      aside={<Segmented legend="Who acts" options={people} value={name} onChange={setName} />}
    >
      <p class="soft">{toEmail(name)}</p>
      {Object.entries(actions).map(([topic, list]) => (
        <fieldset class="stack" key={topic}>
          <legend class="topic">{topic}</legend>
          {list.map((action) => (
            <Button
              key={action.label}
              disabled={isClosed || (action.needs !== undefined && !knownPeople[name][action.needs])}
              onClick={() => onAct(name, action)}
            >
              {action.label}
            </Button>
          ))}
        </fieldset>
      ))}
    </Card>
  )
}
