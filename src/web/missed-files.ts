/**
 * Runs in the head. A file that misses the area it was meant for would be opened by the browser, and the page with all that was
 * typed into it would be gone. Areas that take files hear of them all the same, and a file field opens them itself.
 */
export const missedFilesScript = `(() => {
  const keepPage = (event) => {
    if (event.dataTransfer?.types.includes('Files') && !event.target.closest?.('input[type="file"]')) event.preventDefault()
  }
  addEventListener('dragover', keepPage)
  addEventListener('drop', keepPage)
})()`
