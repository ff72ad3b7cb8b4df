;;; ravel.el --- Futhark, NESL, APL, FCL and ravel's IR  -*- lexical-binding: t -*-

;; Major modes for the languages of ravel, and `ravel lsp' for eglot:
;;   (add-to-list 'load-path "…/editors/emacs")
;;   (require 'ravel)
;;   (add-hook 'futhark-mode-hook #'eglot-ensure)

;;; Code:

(require 'ravel-words)

(defgroup ravel nil "The languages of ravel." :group 'languages)
(defcustom ravel-path "ravel" "The compiler that is started as the server." :type 'string)

(defun ravel--setup (comment-begin comment-finish keywords types)
  "Set up comments and font lock of a buffer."
  (setq-local comment-start comment-begin)
  (setq-local comment-end comment-finish)
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults
              (list (list (cons (regexp-opt keywords 'words) 'font-lock-keyword-face)
                          (cons (regexp-opt types 'words) 'font-lock-type-face)))))

(defun ravel--dashes ()
  "A syntax table in which two dashes begin a comment."
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?- ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(define-derived-mode futhark-mode prog-mode "Futhark"
  :syntax-table (ravel--dashes)
  (setq-local syntax-propertize-function (syntax-propertize-rules ("'\\\\?\\(\"\\)'" (1 "."))))
  (ravel--setup "-- " "" ravel-futhark-keywords ravel-futhark-types))

(define-derived-mode fcl-mode prog-mode "FCL"
  :syntax-table (ravel--dashes)
  (ravel--setup "-- " "" ravel-fcl-keywords ravel-fcl-types))

(define-derived-mode ravel-core-mode prog-mode "ravel IR"
  :syntax-table (ravel--dashes)
  (ravel--setup "-- " "" ravel-core-keywords ravel-core-types))

(define-derived-mode nesl-mode prog-mode "NESL"
  (modify-syntax-entry ?% "!" (syntax-table))
  (setq-local syntax-propertize-function (syntax-propertize-rules ("`\\\\?\\(\"\\)" (1 "."))))
  (ravel--setup "% " " %" ravel-nesl-keywords ravel-nesl-types))

(define-derived-mode ravel-apl-mode prog-mode "APL"
  (modify-syntax-entry ?⍝ "<" (syntax-table))
  (modify-syntax-entry ?\n ">" (syntax-table))
  (ravel--setup "⍝ " "" ravel-apl-keywords ravel-apl-types))

(dolist (entry '(("\\.fut\\'" . futhark-mode) ("\\.nesl\\'" . nesl-mode) ("\\.apl\\'" . ravel-apl-mode)
                 ("\\.fcl\\'" . fcl-mode) ("\\.\\(core\\|flat\\)\\'" . ravel-core-mode)))
  (add-to-list 'auto-mode-alist entry))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (dolist (mode '(futhark-mode nesl-mode ravel-apl-mode fcl-mode ravel-core-mode))
    (add-to-list 'eglot-server-programs (cons mode (list ravel-path "lsp")))))

(provide 'ravel)
;;; ravel.el ends here
