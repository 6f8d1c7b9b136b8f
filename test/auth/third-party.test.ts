import { describeLifecycle } from "./lifecycle.ts"
import { foreign } from "./support/backends.ts"

describeLifecycle("an adapter of another make", foreign)
