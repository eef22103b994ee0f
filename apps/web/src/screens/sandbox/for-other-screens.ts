/** What the sandbox has for other screens. */
export { TriggerTab } from './trigger-tab.tsx'
