import { useSyncExternalStore } from 'react'
import { personQuestion } from './confirm-person-store.ts'
import { PasswordPrompt } from '../lazy-components.ts'

/** Asks for the password again before something delicate; mounted once. */
export function ConfirmPersonHost() {
  const question = useSyncExternalStore(personQuestion.subscribe, personQuestion.current)
  return question === null ? null : <PasswordPrompt settle={question.settle} />
}
