/**
 * The only place that knows the component library: it registers the elements that the pages use
 * and names their types. @vscode/webview-ui-toolkit is archived; to move to its maintained
 * successor, @vscode-elements/elements, change this file and the `vscode-` tags it lists.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeProgressRing,
  vsCodeTextField,
  type Button,
  type ProgressRing,
  type TextField,
} from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing(), vsCodeTextField());

declare global {
  interface HTMLElementTagNameMap {
    'vscode-button': Button;
    'vscode-progress-ring': ProgressRing;
    'vscode-text-field': TextField;
  }
}
