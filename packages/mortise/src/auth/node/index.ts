export { RequestError } from "./request-error.ts"
export { type NodeResponse, sendResponse } from "./send-response.ts"
export { type NodeRequest, type ToRequestOptions, toRequest } from "./to-request.ts"
