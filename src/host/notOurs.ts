/** Folders of a workspace whose files are not the user's own: libraries, and what Python keeps. */
export const NOT_OURS = '**/{node_modules,.venv,venv,__pycache__,site-packages}/**';
