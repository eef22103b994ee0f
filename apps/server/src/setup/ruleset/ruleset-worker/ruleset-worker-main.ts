import { parentPort } from 'node:worker_threads'
import { runTask, type TaskAnswer, type TaskRequest } from './tasks.ts'

function answerTo({ id, name, input }: TaskRequest): TaskAnswer {
  try {
    return { id, output: runTask(name, input as never) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: TaskRequest) => parentPort?.postMessage(answerTo(request)))
