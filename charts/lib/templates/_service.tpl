{{- define "posthorn.account" -}}
{{- if .Values.serviceAccount.create -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "posthorn.accountName" . }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "posthorn.labels" . | nindent 4 }}
  {{- with .Values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
{{- end }}

{{- define "posthorn.kubeService" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
  {{- with .Values.service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .Values.service.type }}
  selector:
    {{- include "posthorn.selector" . | nindent 4 }}
  ports:
    {{- if $traits.http }}
    - { name: http, port: 80, targetPort: http, appProtocol: http }
    {{- end }}
    - { name: grpc, port: 50051, targetPort: grpc, appProtocol: grpc }
    - { name: metrics, port: 9090, targetPort: metrics }
{{- end }}

{{/* SMTP from outside: the client's address is kept, only pods of the node it came to are asked. */}}
{{- define "posthorn.smtp" -}}
{{- if include "posthorn.takesMail" . -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "posthorn.fullname" . }}-smtp
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "posthorn.commonLabels" . | nindent 4 }}
  {{- with .Values.smtp.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .Values.smtp.type }}
  {{- if ne .Values.smtp.type "ClusterIP" }}
  externalTrafficPolicy: {{ .Values.smtp.externalTrafficPolicy }}
  {{- end }}
  {{- with .Values.smtp.loadBalancerClass }}
  loadBalancerClass: {{ . }}
  {{- end }}
  {{- with .Values.smtp.sourceRanges }}
  loadBalancerSourceRanges:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  selector:
    {{- include "posthorn.selector" . | nindent 4 }}
  ports:
    {{- range (include "posthorn.traits" . | fromYaml).smtp.ports }}
    - { name: {{ .name }}, port: {{ .port }}, targetPort: {{ .name }} }
    {{- end }}
{{- end }}
{{- end }}

{{/* The relay's certificate from cert-manager, where an issuer is named; else the Secret is somebody else's work. */}}
{{- define "posthorn.certificate" -}}
{{- if include "posthorn.takesMail" . -}}
{{- with .Values.smtp.certificate }}
{{- if .issuer.name -}}
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  {{- include "posthorn.metadata" $ | nindent 2 }}
spec:
  secretName: {{ required "smtp.certificate.secretName is missing: the Secret that cert-manager is to write" .secretName }}
  privateKey:
    algorithm: ECDSA
    rotationPolicy: Always
  dnsNames:
    {{- toYaml (required "smtp.certificate.dnsNames is missing: the host names clients connect to" .dnsNames) | nindent 4 }}
  issuerRef:
    name: {{ .issuer.name }}
    kind: {{ .issuer.kind }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "posthorn.ingress" -}}
{{- if (.Values.ingress | default dict).enabled -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
  {{- with .Values.ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.ingressClassName }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tls }}
  tls:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    {{- range .Values.ingress.hosts }}
    - host: {{ . }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "posthorn.fullname" $ }}
                port:
                  name: http
    {{- end }}
{{- end }}
{{- end }}

{{- define "posthorn.monitor" -}}
{{- with .Values.global.serviceMonitor -}}
{{- if .enabled -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  {{- include "posthorn.metadata" $ | nindent 2 }}
    {{- with .labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "posthorn.selector" $ | nindent 6 }}
  endpoints:
    - port: metrics
      path: /metrics
      interval: {{ .interval }}
      relabelings:
        - targetLabel: job
          replacement: posthorn
        - targetLabel: process
          replacement: {{ $.Chart.Name }}
        - targetLabel: namespace
          replacement: {{ $.Release.Namespace }}
        - targetLabel: release
          replacement: {{ $.Release.Name }}
{{- end }}
{{- end }}
{{- end }}

{{/* Asks the service, through its Service, whether it is there and ready: `helm test`. */}}
{{- define "posthorn.test" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
{{- $name := include "posthorn.fullname" . -}}
apiVersion: v1
kind: Pod
metadata:
  name: {{ $name }}-test
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "posthorn.testLabels" . | nindent 4 }}
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  restartPolicy: Never
  activeDeadlineSeconds: 60
  {{- include "posthorn.podSecurity" . | nindent 2 }}
  {{- with .Values.global.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: test
      image: {{ include "posthorn.image" . }}
      imagePullPolicy: {{ include "posthorn.pullPolicy" . }}
      {{- include "posthorn.containerSecurity" . | nindent 6 }}
      # For each address: what it answers, and whether that was 200.
      args:
        - -e
        - |
          const ask = async (url) => {
            const { status } = await fetch(url, { signal: AbortSignal.timeout(10_000) });
            console.log(status, url);
            if (status !== 200) process.exitCode = 1;
          };
          for (const url of process.argv.slice(1)) await ask(url);
        - http://{{ $name }}:9090/readyz
        {{- if $traits.http }}
        - http://{{ $name }}:80/health
        {{- end }}
      resources:
        requests: { cpu: 50m, memory: 64Mi }
        limits: { memory: 128Mi }
{{- end }}

{{- define "posthorn.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
spec:
  {{- with .Values.podDisruptionBudget.minAvailable }}
  minAvailable: {{ . }}
  {{- else }}
  maxUnavailable: {{ .Values.podDisruptionBudget.maxUnavailable }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "posthorn.selector" . | nindent 6 }}
{{- end }}
