import type { VNode } from "preact"
import { useId, useState } from "preact/hooks"
import type { ActionInput } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { Field } from "../field.tsx"
import { Segmented } from "../segmented.tsx"

const rules = [
  { value: "all", label: "Everybody" },
  { value: "provider", label: "Provider" },
  { value: "domain", label: "Domain" },
  { value: "users", label: "List of users" },
] as const

type RuleName = (typeof rules)[number]["value"]

const kinds = { sessions: "Sessions", tokens: "Provider tokens", links: "Mailed links and codes" } as const

type KindName = keyof typeof kinds

const kindNames = Object.keys(kinds) as KindName[]

const explained: Readonly<Record<RuleName, string>> = {
  all: "All users, and all links.",
  provider: "Users with an account of this provider. Tokens are removed from its accounts only.",
  domain: "Users whose email is exactly at this domain, and links to such addresses.",
  users: "One id or email on each line, up to 256 KiB. The command line takes longer lists.",
}

const onlyTokens = " Only tokens of mortise/auth carry their time: other sessions are reported and stay."

type LeakFormProps = {
  readonly isBetterAuth: boolean
  readonly isDisabled: boolean
  readonly onCount: (input: Partial<ActionInput>) => void
}

/** The rule, and what to end. */
export function LeakForm({ isBetterAuth, isDisabled, onCount }: LeakFormProps): VNode {
  const [rule, setRule] = useState<RuleName>("all")
  const [value, setValue] = useState("")
  const [chosen, setChosen] = useState<readonly KindName[]>(kindNames)
  const [before, setBefore] = useState("")
  const isTimed = chosen.join() === "sessions"
  const choose = (kind: KindName, isChosen: boolean) =>
    setChosen(kindNames.filter((kindName) => (kindName === kind ? isChosen : chosen.includes(kindName))))
  const submit = (event: Event) => {
    event.preventDefault()
    onCount({ rule, value: value.trim(), kinds: chosen.join(), before: isTimed ? before.trim() : "" })
  }
  return (
    <Card title="The rule">
      <form onSubmit={submit}>
        <fieldset class="studio-leak" disabled={isDisabled}>
          <legend class="visually-hidden">Whom it concerns, and what to end</legend>
          <Segmented
            legend="Whose"
            options={rules}
            value={rule}
            onChange={(next) => {
              setRule(next)
              setValue("")
            }}
          />
          <RuleValue rule={rule} value={value} onInput={setValue} />
          <fieldset class="studio-kinds">
            <legend>What to end</legend>
            {kindNames.map((kind) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={chosen.includes(kind)}
                  onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
                />
                {kinds[kind]}
              </label>
            ))}
          </fieldset>
          {isTimed && (
            <Field
              label="Only sessions created before (optional)"
              hint={`Such as 2026-11-16T02:30:00Z.${isBetterAuth ? "" : onlyTokens}`}
              autocomplete="off"
              value={before}
              onInput={({ currentTarget }) => setBefore(currentTarget.value)}
            />
          )}
          <p class="studio-actions">
            <Button type="submit" variant="primary" disabled={chosen.length === 0}>
              Count
            </Button>
            <span class="soft">Counting changes nothing.</span>
          </p>
        </fieldset>
      </form>
    </Card>
  )
}

type RuleValueProps = {
  readonly rule: RuleName
  readonly value: string
  readonly onInput: (value: string) => void
}

function RuleValue({ rule, value, onInput }: RuleValueProps): VNode {
  const id = useId()
  if (rule === "all") return <p class="soft">{explained.all}</p>
  if (rule === "users")
    return (
      <div class="field">
        <label for={id}>Ids and emails</label>
        <textarea
          id={id}
          class="field-input studio-ids"
          rows={5}
          required
          spellcheck={false}
          aria-describedby={`${id}-note`}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
        <p id={`${id}-note`} class="field-hint">
          {explained.users}
        </p>
      </div>
    )
  return (
    <Field
      label={rule === "provider" ? "Provider" : "Domain"}
      hint={explained[rule]}
      placeholder={rule === "provider" ? "github" : "example.com"}
      required
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  )
}
