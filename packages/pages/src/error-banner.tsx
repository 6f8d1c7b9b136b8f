import type { ComponentChildren, VNode } from "preact"
import { Button } from "./button.tsx"
import "./error-banner.css"
import { Icon } from "./icon.tsx"

type ErrorBannerProps = {
  /** What did not work: "Users cannot be read". */
  readonly title: string
  /** The cause, and what to check. */
  readonly children: ComponentChildren
  readonly onRetry: () => void
  /** The retry runs: the button keeps the focus. */
  readonly isRetrying?: boolean
}

/** Says what a view could not load, and loads it again on demand. Screen readers announce it. */
export function ErrorBanner({ title, children, onRetry, isRetrying = false }: ErrorBannerProps): VNode {
  return (
    <div class="error-banner" role="alert">
      <Icon name="alert" />
      <div class="error-banner-text">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{children}</p>
      </div>
      <Button size="small" busy={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
