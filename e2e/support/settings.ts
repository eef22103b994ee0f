import type { Page, Response } from '@playwright/test'

/**
 * Settings are saved behind what one sees, one change after the other; another window may ask for them only after that.
 * To be called before the change: it waits for the answer to the one that names this setting, and so for all before it.
 */
export const settingSaved = (page: Page, name: string): Promise<Response> =>
  page.waitForResponse((answer) => {
    const request = answer.request()
    return (
      answer.ok() &&
      request.method() === 'PUT' &&
      new URL(request.url()).pathname.endsWith('/userdata') &&
      (request.postData() ?? '').includes(`"${name}"`)
    )
  })
