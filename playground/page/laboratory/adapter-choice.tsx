import type { VNode } from "preact"
import { useId } from "preact/hooks"
import { type OfficialAdapterName, shortName } from "../../official-adapters.ts"
import { usePlayground } from "../playground-context.ts"

const none = "none"

type AdapterChoiceProps = {
  /** Undefined to run on Mortise only. */
  readonly value: OfficialAdapterName | undefined
  readonly onChange: (value: OfficialAdapterName | undefined) => void
}

/** Chooses the official adapter that the experiments compare with. */
export function AdapterChoice({ value, onChange }: AdapterChoiceProps): VNode {
  const { officialAdapters } = usePlayground().state
  const id = useId()
  return (
    <div class="control">
      <label for={id}>Compare with</label>
      <select
        id={id}
        class="field-input control-select"
        value={value ?? none}
        onChange={({ currentTarget }) =>
          onChange(officialAdapters.find((name) => name === currentTarget.value))
        }
      >
        {officialAdapters.map((name) => (
          <option key={name} value={name}>
            {shortName(name)}
          </option>
        ))}
        <option value={none}>nothing: only Mortise</option>
      </select>
    </div>
  )
}
