// Copy buttons after each text that is there to be copied; data-copy names it for a screen reader.
const SHOWN = 1_500;
const status = document.createElement('p');
status.className = 'heard';
status.setAttribute('role', 'status');
document.body.append(status);

for (const source of document.querySelectorAll('[data-copy]')) addCopy(source);

function addCopy(source) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${source.dataset.copy}`);
  button.addEventListener('click', async () => {
    const isCopied = await copied(source);
    button.textContent = isCopied ? 'Copied' : 'Selected';
    status.textContent = isCopied ? `Copied: ${source.dataset.copy}` : 'Selected. Copy it with the keyboard.';
    setTimeout(() => (button.textContent = 'Copy'), SHOWN);
  });
  source.after(button);
}

/** False where the browser lets no page write to the clipboard: the text is then selected. */
async function copied(source) {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return false;
  }
}
