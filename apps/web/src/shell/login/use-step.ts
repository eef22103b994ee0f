import { useState, type SubmitEvent } from 'react'
import { SecurityKeyProblem } from '../../kit/session/security-key.ts'
import { LoginRefusal } from './login-api.ts'
import type { LoginStage } from './login-stage.ts'

export interface Step {
  readonly busy: boolean
  readonly problem: string | null
  readonly run: (work: () => Promise<LoginStage | undefined>) => void
  readonly onSubmit: (work: () => Promise<LoginStage | undefined>) => (event: SubmitEvent) => void
}

/** One step of signing in: does its work once at a time, shows why it was refused, moves on when it was not. */
export function useStep(onStage: (stage: LoginStage) => void): Step {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const perform = async (work: () => Promise<LoginStage | undefined>) => {
    setBusy(true)
    setProblem(null)
    try {
      const next = await work()
      if (next) onStage(next)
    } catch (error) {
      if (error instanceof LoginRefusal && error.code === 'LOGIN_EXPIRED') {
        onStage({ name: 'password', message: error.message })
      } else if (error instanceof LoginRefusal) {
        setProblem(error.fieldMessage ?? error.message)
      } else if (error instanceof SecurityKeyProblem) {
        setProblem(error.message)
      }
    } finally {
      setBusy(false)
    }
  }
  const run: Step['run'] = (work) => {
    if (!busy) void perform(work)
  }
  return {
    busy,
    problem,
    run,
    onSubmit: (work) => (event) => {
      event.preventDefault()
      run(work)
    },
  }
}
