import type { VNode } from "preact"
import { useRef } from "preact/hooks"
import type { ListOptions, Sort } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { readApi } from "./api-client.ts"
import { type Conditions, formatPath, pickConditions, type UserList } from "./route.ts"
import { describeSuspension, type Studio } from "./studio.ts"
import { useLoaded } from "./use-loaded.ts"
import { shortText } from "./value.tsx"

type Option = readonly [value: string, label: string]

const sortLabels: Readonly<Record<Sort, string>> = {
  id: "Id",
  newest: "Newest first",
  oldest: "Oldest first",
  session: "Last session",
}

const answers: readonly Option[] = [
  ["", "All"],
  ["yes", "Yes"],
  ["no", "No"],
]

const unknownOptions: ListOptions = { sorts: ["id"], providers: [], notes: [] }

const sessionHint = "Users with a stored session: the one that expires last is first."

type ListControlsProps = { readonly list: UserList; readonly studio: Studio }

/** The order and the filters of a list: those that the store can read page by page. */
export function ListControls({ list, studio }: ListControlsProps): VNode {
  const { value: options = unknownOptions } = useLoaded(() => readApi<ListOptions>("list-options"), "options")
  const controls = useRef<HTMLDivElement>(null)
  const { search, sort = "", verified = "", suspended = "", provider = "" } = list
  const change = (changed: Conditions) =>
    location.replace(formatPath({ view: "users", search, ...pickConditions({ ...list, ...changed }) }))
  const fixed = provider === "" ? search !== "" && "Best match" : "Account id"
  const { sorts, providers, notes } = options
  const sortOptions = addCurrent(
    sorts.map((name): Option => [name === "id" ? "" : name, sortLabels[name]]),
    sort,
  )
  const hints = sort === "session" && !fixed ? [sessionHint, ...notes] : notes
  const suspension = describeSuspension(studio)
  return (
    <div class="studio-filters" ref={controls}>
      <Choice
        label="Sort"
        value={fixed ? "" : sort}
        options={fixed ? [["", fixed]] : sortOptions}
        onChange={(value) => change({ sort: value })}
      />
      <Choice
        label="Verified"
        value={verified}
        options={answers}
        onChange={(value) => change({ verified: value })}
      />
      {studio.overview.canSuspend && (
        <Choice
          label={suspension[0]?.toUpperCase() + suspension.slice(1)}
          value={suspended}
          options={answers}
          onChange={(value) => change({ suspended: value })}
        />
      )}
      {(providers.length > 0 || provider !== "") && (
        <Choice
          label="Provider"
          value={provider}
          options={addCurrent(
            [["", "All"], ...providers.map((name): Option => [name, shortText(name, 40)])],
            provider,
          )}
          onChange={(value) => change({ provider: value })}
        />
      )}
      {Object.keys(pickConditions(list)).length > 0 && (
        <Button
          size="small"
          onClick={() => {
            location.replace(formatPath({ view: "users", search }))
            // The button disappears.
            controls.current?.querySelector<HTMLSelectElement>("select:enabled")?.focus()
          }}
        >
          Reset
        </Button>
      )}
      {hints.length > 0 && <p class="field-hint">{hints.join(" ")}</p>}
    </div>
  )
}

/** The options are loaded after the list, and the address may have a value that is none of them. */
const addCurrent = (options: readonly Option[], value: string): readonly Option[] =>
  options.some(([option]) => option === value) ? options : [...options, [value, shortText(value, 40)]]

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
}

/** A labelled list of options. With only one option, there is nothing to choose. */
function Choice({ label, value, options, onChange }: ChoiceProps): VNode {
  return (
    <label class="studio-choice">
      <span>{label}</span>
      <select
        value={value}
        disabled={options.length < 2}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
