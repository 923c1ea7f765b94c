;; Emacs' jsonrpc.el, over standard input and output, a Unix socket, or TCP. -*- lexical-binding: t -*-
(require 'jsonrpc)
(defvar answers (list "token-1"))
(defvar events 0)
(defvar pongs 0)
(defvar place (getenv "PLACE"))
;; with: begin
(defun bridge-start ()
  (cond
   ((string= place "stdio")
    (make-process :name "bridge" :command (list (getenv "BRIDGE") "serve" "--data-dir" (getenv "DATA"))
                  :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                  :stderr (get-buffer-create "*bridge log*")))
   ((string-prefix-p "/" place)
    (make-network-process :name "bridge" :family 'local :service place :coding 'utf-8-emacs-unix :noquery t))
   (t (make-network-process :name "bridge" :host "127.0.0.1" :service (string-to-number place)
                            :coding 'utf-8-emacs-unix :noquery t))))
(defvar bridge
  (jsonrpc-process-connection
   :name "bridge" :events-buffer-scrollback-size 0 :process #'bridge-start
   :notification-dispatcher (lambda (_connection method _params) (when (eq method 'event) (cl-incf events)))
   :request-dispatcher (lambda (_connection _method _params) (pop answers))))
(jsonrpc-request bridge :bridge.ping nil)
(jsonrpc-async-request bridge :bridge.ping nil :timeout nil
                       :success-fn (lambda (_) (cl-incf pongs)) :error-fn #'ignore)
;; with: end
(defun wait (condition)
  (while (not (funcall condition)) (accept-process-output nil 0.05)))
(unless (equal (jsonrpc-request bridge :bridge.ping nil) "pong") (error "no pong"))
(princ "call\n")
(jsonrpc-request bridge :setFCMTokenProvider '(:provider "callback"))
(unless (equal (plist-get (jsonrpc-request bridge :getPushToken nil) :token) "token-1") (error "no token"))
(princ "callback\n")
(jsonrpc-request bridge :events.subscribe nil)
(condition-case nil (jsonrpc-request bridge :pushSubscribe nil) (jsonrpc-error nil))
;; In Emacs 28 a message that arrives together with the answer of jsonrpc-request waits for the next message.
(wait (lambda () (jsonrpc-request bridge :bridge.ping nil) (> events 0)))
(princ "events\n")
(dotimes (_ 999)
  (jsonrpc-async-request bridge :bridge.ping nil :timeout nil :success-fn (lambda (_) (cl-incf pongs))))
(wait (lambda () (= pongs 1000)))
(princ "pipelined\n")
(defvar code nil)
(jsonrpc-async-request bridge :getPushToken nil :timeout nil
                       :error-fn (lambda (failure) (setq code (plist-get failure :code))))
;; The library does not show the id of a request that it sent.
(jsonrpc-notify bridge :$/cancelRequest (list :id (jsonrpc--next-request-id bridge)))
(wait (lambda () code))
(unless (= code -32800) (error "not cancelled: %S" code))
(princ "cancel\n")
(kill-emacs 0)
