import { useEffect } from "preact/hooks"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"

/** Names what is shown in the title of the document. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${visibleText(title)} · Mortise studio`
  }, [title])
}
