import { reportError } from '../../ui/report-error.ts'

/** Old versions of the console installed one; its cache would keep serving them. */
export async function unregisterServiceWorkers(
  container: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined = navigator.serviceWorker,
): Promise<void> {
  try {
    const registrations = (await container?.getRegistrations()) ?? []
    await Promise.all(registrations.map((registration) => registration.unregister()))
  } catch (error) {
    reportError('The service worker could not be unregistered', error)
  }
}
